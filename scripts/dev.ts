import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { readEnvironmentFile } from './read-environment-file.ts'

readEnvironmentFile()
// The server restarts when its files change; Vite serves the client with hot module replacement and proxies API calls.
const root = fileURLToPath(new URL('..', import.meta.url))
const port = process.env.PORT ?? '3000'
const server = spawn(process.execPath, ['--watch-path=src', '--watch-preserve-output', `${root}src/server.ts`], {
  stdio: 'inherit',
  env: { ...process.env, PORT: port },
})
const vite = await createServer({
  root,
  server: {
    port: Number(port) + 1,
    proxy: Object.fromEntries(['/api', '/hsds', '/legal/terms.pdf'].map((path) => [path, `http://127.0.0.1:${port}`])),
  },
})
await vite.listen()
vite.printUrls()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    server.kill(signal)
    await vite.close()
  })
