// What the pages keep on the phone: what was read, what is being filled in, and what is not sent yet. Where the browser offers no
// database, as in some private windows, it is kept as long as the page is open.

const databaseName = 'anden'
const databaseVersion = 2
const stores = ['documents', 'drafts', 'submissions'] as const
type StoreName = (typeof stores)[number]
const keptForMs = 14 * 24 * 3_600_000

type Entry = { key: string; at: number; value: unknown }

export type Store = {
  /** Whether it survives a reload. */
  isLasting: boolean
  read<Value>(store: StoreName, key: string): Promise<Value | null>
  readAll<Value>(store: StoreName): Promise<Value[]>
  write(store: StoreName, key: string, value: unknown): Promise<void>
  remove(store: StoreName, key: string): Promise<void>
  /** Everything whose key begins so. */
  removeAll(store: StoreName, start: string): Promise<void>
}

let opened: Promise<Store> | undefined

export const openStore = (): Promise<Store> => {
  opened ??= openDatabase().then(lastingStore, passingStore)
  return opened
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, databaseVersion)
    request.onupgradeneeded = () => {
      // The first version had only what was read.
      const { objectStoreNames: existing } = request.result
      for (const store of stores)
        if (!existing.contains(store)) request.result.createObjectStore(store, { keyPath: 'key' })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function lastingStore(database: IDBDatabase): Store {
  const run = <Result>(
    name: StoreName,
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode)
      const request = work(transaction.objectStore(name))
      // What is acknowledged is on the disk.
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  const forget = (name: StoreName) =>
    run<Entry[]>(name, 'readonly', (store) => store.getAll()).then((entries) => {
      for (const { key, at } of entries)
        if (at < Date.now() - keptForMs) void run(name, 'readwrite', (store) => store.delete(key))
    })
  // Names, signatures and photos of deliveries that are long over. What was not sent is never forgotten.
  void forget('documents')
  void forget('drafts')
  return {
    isLasting: true,
    read: async (name, key) =>
      ((await run<Entry | undefined>(name, 'readonly', (store) => store.get(key)))?.value ?? null) as never,
    readAll: async (name) =>
      (await run<Entry[]>(name, 'readonly', (store) => store.getAll()))
        .sort((a, b) => a.at - b.at)
        .map(({ value }) => value) as never,
    write: async (name, key, value) => {
      const entry: Entry = { key, at: Date.now(), value }
      await run(name, 'readwrite', (store) => store.put(entry))
    },
    remove: async (name, key) => {
      await run(name, 'readwrite', (store) => store.delete(key))
    },
    removeAll: async (name, start) => {
      await run(name, 'readwrite', (store) => store.delete(IDBKeyRange.bound(start, `${start}\uffff`)))
    },
  }
}

function passingStore(): Store {
  const kept = new Map<string, unknown>()
  return {
    isLasting: false,
    read: async (name, key) => (kept.get(`${name} ${key}`) ?? null) as never,
    readAll: async (name) =>
      [...kept].flatMap(([key, value]) => (key.startsWith(`${name} `) ? [value] : [])) as never,
    write: async (name, key, value) => void kept.set(`${name} ${key}`, value),
    remove: async (name, key) => void kept.delete(`${name} ${key}`),
    removeAll: async (name, start) => {
      for (const key of kept.keys()) if (key.startsWith(`${name} ${start}`)) kept.delete(key)
    },
  }
}
