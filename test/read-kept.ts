/**
 * What a browser keeps, decrypted with the keys that it keeps. Refers to nothing outside, so that it can run in a page
 * of Playwright.
 */
export async function readKept(): Promise<{ vault: string; name: string; json: string }[]> {
  const database = await new Promise<IDBDatabase | null>((done, fail) => {
    const asked = indexedDB.open('hearthline')
    let isNew = false
    // A database that is created here would have no store, and the portal could keep nothing in it.
    asked.onupgradeneeded = () => {
      isNew = true
      asked.transaction?.abort()
    }
    asked.onerror = () => (isNew ? done(null) : fail(asked.error))
    asked.onsuccess = () => done(asked.result)
  })
  if (!database) return []
  const objects = database.transaction('drafts').objectStore('drafts')
  const result = <Value>(asked: IDBRequest<Value>) =>
    new Promise<Value>((done, fail) => {
      asked.onerror = fail
      asked.onsuccess = () => done(asked.result)
    })
  const [keys, values] = await Promise.all([result(objects.getAllKeys()), result(objects.getAll())])
  database.close()
  const kept: { vault: string; name: string; json: string }[] = []
  for (const [at, address] of keys.entries()) {
    const [vault, name] = address as [string, string]
    if (name === '') continue
    const { key } = values[keys.findIndex((each) => String(each) === `${vault},`)]
    const additionalData = new TextEncoder().encode(JSON.stringify(address))
    const { iv, data } = values[at]
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, data)
    const end = 4 + new DataView(plain).getUint32(0)
    kept.push({ vault, name, json: new TextDecoder().decode(plain.slice(4, end)) })
  }
  return kept
}
