"""What people see of twenty-one-card rummy: words, rules, pictures, controls."""
