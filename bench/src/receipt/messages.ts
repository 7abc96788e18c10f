export type BareLoopSetup = { databaseUrl: string; receiverUrl: string }
