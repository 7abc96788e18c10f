// Verification of signed webhook deliveries.
export {}
