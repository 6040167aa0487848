"""One module for each format: an audit to text."""
