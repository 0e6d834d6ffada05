"""What all tests share."""

from hypothesis import HealthCheck, settings

# How long an example takes says what the machine does besides, not whether the code is right.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
