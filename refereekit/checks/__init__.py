"""One checker for each kind of claim: (claim, paper) to finding."""
