"""What people see of gin: words, rules, pictures, controls."""
