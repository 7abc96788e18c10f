declare module 'contract:*' {
  const rules: import('./ui/form/rules.ts').RouteRules
  export default rules
}

declare module '*.po' {
  export const messages: import('@lingui/core').Messages
}

declare module 'virtual:event-examples' {
  /** Examples by event type. */
  const examples: Record<string, unknown>
  export default examples
}
