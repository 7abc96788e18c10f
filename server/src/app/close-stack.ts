/** What was opened, to be closed last first. One that fails to close keeps none of the others open. */
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
