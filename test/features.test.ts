import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { problemsOf } from '#platform/server/feature.ts'
import { defineProblems } from '#platform/server/problem.ts'
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

it('two features cannot declare the same problem', () => {
  const problems = defineProblems({ 'already-there': { status: 409, message: 'This is there already.' } })
  const twice = [
    { name: 'one', problems },
    { name: 'other', problems },
  ]
  expect(() => problemsOf(twice)).toThrow('already-there')
  expect(problemsOf(twice.slice(1))).toEqual(problems.kinds)
})
