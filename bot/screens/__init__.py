"""Everything people see, built from values: the state of a table or a setting in, a `Screen` out."""
