"""A wheel for every Python 3 of this platform: nothing in it is compiled for one version of Python."""
import os

from setuptools import setup
from setuptools.dist import Distribution

try:
    from wheel.bdist_wheel import bdist_wheel
except ImportError:
    from setuptools.command.bdist_wheel import bdist_wheel


class Platform(Distribution):
    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(version=os.environ["LAGRANGIA_VERSION"], distclass=Platform, cmdclass={"bdist_wheel": Wheel})
