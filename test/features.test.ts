import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { problemsOf, type Services, tasksOf } from '#platform/server/feature.ts'
import { defineProblems } from '#platform/server/problem.ts'
import { mutations } from '#root/scripts/mutations.ts'
import { serverFeatures } from '#root/src/features.server.ts'

it('every feature with routes has its manifest in the list, under the name of its folder', () => {
  const withRoutes = globSync(
    'src/{identity,directory,casework,onboarding,help-desk,site}/*/server/**/*-routes.ts',
  ).map((file) => file.split('/')[2] as string)
  const listed = serverFeatures.map(({ name }) => name)
  expect(listed).toEqual([...new Set(listed)])
  expect([...new Set(withRoutes)].filter((name) => !listed.includes(name))).toEqual([])
  const folders = globSync('src/{identity,directory,casework,onboarding,help-desk,site}/*').map((folder) =>
    basename(folder),
  )
  expect(listed.filter((name) => name !== 'platform' && !folders.includes(name))).toEqual([])
})

it('every feature with screens has its manifest in the list of the browser, under the name of its folder', () => {
  const list = readFileSync('src/features.web.ts', 'utf8')
  const areas = 'src/{identity,directory,casework,onboarding,help-desk,site}'
  const folderOf = (file: string) => file.split('/').slice(1, 3).join('/')
  const withScreens = globSync(`${areas}/*/web/**/*-screens.ts`).map(folderOf)
  const manifests = globSync(`${areas}/*/web/*-web.ts`)
  expect([...new Set(withScreens)].filter((folder) => !manifests.map(folderOf).includes(folder))).toEqual([])
  for (const file of manifests) {
    expect(list).toContain(`'#${file.slice('src/'.length)}'`)
    expect(basename(file)).toBe(`${file.split('/')[2]}-web.ts`)
    expect(readFileSync(file, 'utf8')).toContain(`name: '${file.split('/')[2]}'`)
  }
})

it('every folder of src is an area that the rules know', () => {
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual(
    ['casework', 'directory', 'help-desk', 'identity', 'onboarding', 'platform', 'site', 'ui'].sort(),
  )
})

it('two features cannot have the same background task', () => {
  const tasks = () => ({ 'sweep-files': async () => undefined })
  const twice = [
    { name: 'one', tasks },
    { name: 'other', tasks },
  ]
  expect(() => tasksOf(twice, {} as Services)).toThrow('sweep-files')
  expect(Object.keys(tasksOf(twice.slice(1), {} as Services))).toEqual(['sweep-files'])
})

it('every known defect of the screens names files that are there, and words that they hold', () => {
  for (const { file, from, test } of mutations) {
    expect(readFileSync(file, 'utf8'), file).toContain(from)
    expect(existsSync(test), test).toBe(true)
  }
})

it('two features cannot declare the same problem', () => {
  const problems = defineProblems({ 'already-there': { status: 409, message: 'This is there already.' } })
  const twice = [
    { name: 'one', problems },
    { name: 'other', problems },
  ]
  expect(() => problemsOf(twice)).toThrow('already-there')
  expect(problemsOf(twice.slice(1))).toEqual(problems.kinds)
})
