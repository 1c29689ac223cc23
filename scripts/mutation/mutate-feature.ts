import { existsSync, globSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { findFeatureFolder } from './feature-folder.ts'
import { measureServer } from './measure-server.ts'
import { mutateScreens } from './screens/mutate-screens.ts'
import { testsOf } from './tests-of.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
/** Demo data is not part of the product's function, and creating it takes longer than all other tests together. */
const demoData = '**/*demo-*.ts'

/** @param words a feature, then `server` or `web` if it has both, then options; see docs/testing.md */
function readWords(words: string[]) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '0' },
      seed: { type: 'string', default: 'hearth' },
      minutes: { type: 'string', default: '30' },
      tests: { type: 'string', multiple: true, default: [] },
    },
  })
  const [feature = '', side] = positionals
  if (!findFeatureFolder(feature)) throw new Error(`There is no feature ${feature}.`)
  const sides = (side ? [side] : ['server', 'web']).filter((name) =>
    existsSync(`${findFeatureFolder(feature)}/${name}`),
  )
  if (sides.length !== 1) throw new Error(`Name one side of ${feature}: server or web.`)
  return { feature, side: sides[0] as 'server' | 'web', ...values }
}

/** Lets Stryker change a feature's code and looks how many of the changes its tests notice. */
export async function mutateFeature(words: string[]) {
  const { feature, side, sample, seed, minutes, tests } = readWords(words)
  const files = globSync(`${findFeatureFolder(feature)}/${side}/**/*.{ts,tsx}`, {
    exclude: ['**/*.test.*', '**/*-test-*', '**/*.d.ts', ...(side === 'server' ? [demoData] : [])],
  })
  const chosen = [...testsOf(feature, side), ...tests.flatMap((glob) => globSync(glob))]
  say(`${feature} ${side}, sample ${sample} of seed ${seed}, with ${chosen.join(' ')}`)
  setPriority(10)
  const wishes = { tests: chosen, sample: Number(sample), seed, minutes: Number(minutes) }
  if (side === 'web') return mutateScreens({ features: [feature], ...wishes })
  return measureServer({ feature, files, ...wishes })
}
