"""The answers to what people ask for, from buttons and commands alike: one call to the service, then a screen."""
