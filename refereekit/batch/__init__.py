"""Many pairs of a paper and a draft, checked one by one and rolled up."""
