import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// More random walks than in the tests, of what each reader may know about each person: test/knowledge-model.test.ts.
const { values } = parseArgs({
  options: { walks: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
})
const root = fileURLToPath(new URL('..', import.meta.url))
const { status } = spawnSync(`${root}node_modules/.bin/vitest`, ['run', 'test/knowledge-model.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, KNOWLEDGE_WALKS: values.walks, KNOWLEDGE_SEED: values.seed },
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
