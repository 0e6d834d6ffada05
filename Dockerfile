# The bot in a container: everything it keeps lies in /data. docs/RUNNING.md says how to start it.
FROM python:3.11-slim AS build
WORKDIR /src
COPY requirements.lock ./
RUN python -m venv /opt/paplu \
    && /opt/paplu/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml setup.py README.md LICENSE ./
COPY bot bot
COPY cogs cogs
RUN /opt/paplu/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && /opt/paplu/bin/pip uninstall -y -q pip setuptools

FROM python:3.11-slim
# FriBiDi draws names in Indian scripts, Arabic, Hebrew and Thai.
RUN apt-get update \
    && apt-get install -y --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin paplu \
    && install -d -o paplu -g paplu -m 700 /data
COPY --from=build /opt/paplu /opt/paplu
ENV PATH=/opt/paplu/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite+aiosqlite:////data/paplu.db \
    MONITORING_ADDRESS=0.0.0.0:9464
USER 10001
WORKDIR /data
VOLUME ["/data"]
EXPOSE 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from urllib.request import ProxyHandler, build_opener; build_opener(ProxyHandler({})).open('http://127.0.0.1:9464/health/live', timeout=4)"]
ENTRYPOINT ["paplu"]
CMD ["run"]
