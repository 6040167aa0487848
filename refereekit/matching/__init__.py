"""Where a paper has a quotation: the words, whole, in an order that can be read."""
