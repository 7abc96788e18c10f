/** Closes resources in the reverse order of opening. If one fails to close, the others are still closed. */
export function closeStack() {
  const opened: (() => unknown)[] = []
  return {
    add(close: () => unknown) {
      opened.push(close)
    },
    async closeAll(): Promise<void> {
      for (const close of opened.splice(0).reverse()) {
        await Promise.resolve()
          .then(close)
          .catch(() => undefined)
      }
    },
  }
}
export type CloseStack = ReturnType<typeof closeStack>
