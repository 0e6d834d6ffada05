"""The compilation of the catalogues during a build. All else stands in `pyproject.toml`."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py

CATALOGUES = "bot/languages/catalogues"


class BuildWithCatalogues(build_py):
    """A build of the package with compiled catalogues. An editable install gets them beside their sources."""

    def run(self) -> None:
        """Compile each catalogue into the package."""
        super().run()
        folder = Path("." if self.editable_mode else self.build_lib) / CATALOGUES
        folder.mkdir(parents=True, exist_ok=True)
        for source in Path(CATALOGUES).glob("*.po"):
            with source.open("rb") as file:
                catalogue = read_po(file, locale=source.stem, abort_invalid=True)
            with (folder / f"{source.stem}.mo").open("wb") as file:
                write_mo(file, catalogue)
            if not self.editable_mode:
                (folder / source.name).unlink(missing_ok=True)


setup(cmdclass={"build_py": BuildWithCatalogues})
