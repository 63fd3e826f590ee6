"""A Ringback world for every test of pytest."""

from .client import ControlError, Emulator, Row, WaitTimeout, World

__all__ = ["ControlError", "Emulator", "Row", "WaitTimeout", "World"]
