"""The page /metrics as Prometheus's own parser reads it."""

from prometheus_client.parser import text_string_to_metric_families


def scrape(site, **options):
    answer = site.request("GET", "/metrics", **options)
    assert answer.status == 200, answer.body
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    return answer.body.decode()


def families(text):
    found = list(text_string_to_metric_families(text))
    names = [family.name for family in found]
    assert len(names) == len(set(names)), "a figure stands in one place"
    return {family.name: family for family in found}


def samples(site):
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in families(scrape(site)).values()
        for sample in family.samples
    }


def value(found, name, **labels):
    return found[(name, tuple(sorted(labels.items())))]
