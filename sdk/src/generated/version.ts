// Generated from the contract by npm run sdk:types. Do not edit.
export const version = '0.1.0'
