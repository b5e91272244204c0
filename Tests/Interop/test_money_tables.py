"""The tables of money match their sources."""

import money_tables
import pytest


@pytest.mark.parametrize("file", money_tables.FILES)
def test_a_table_is_as_its_sources_have_it(file):
    assert (money_tables.FOLDER / file).read_text() == money_tables.FILES[file]()
