"""PDF to records: the only place that knows PDF libraries."""
