import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TREE / "Tests" / "Interop"))


def pytest_configure(config):
    config.addinivalue_line("markers", "quiet: judges times, and waits most of its own: runs beside one more of its kind")
