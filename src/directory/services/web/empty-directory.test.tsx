import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { account: sam } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })

it('DIR-01 an empty directory says so, and one that is on its way that it loads', async () => {
  const page = await openScreen('/home', { as: sam })
  const call = page.holdNext('GET', '/api/service/')
  await page.open('/directory')
  expect(page.outline()).toEqual([
    'Directory',
    'Find help for somebody: what it is, for whom, where and when.',
    'Lists of services | → /lists',
    '(Search the directory)',
    'What is needed',
    '<search Food, rent, a lawyer… "" at most 200>',
    'Near ZIP code or town',
    '<text ZIP, town… "" at most 100>',
    '(Use my position)',
    'Distance',
    '<text "25 miles" disabled>',
    'Search',
    'Category',
    '<text All categories "">',
    'Language spoken',
    '<text Any language "">',
    '<checkbox>',
    'Open now',
    '<checkbox>',
    'Takes new people now',
    '<checkbox>',
    'Free of charge',
    '<checkbox>',
    'Takes referrals here',
    'Find for a person on record',
    '(Searching)',
  ])
  call.release()
  await page.findByText(/shown$/)
  expect(page.outline().slice(25)).toEqual([
    '0 services shown',
    'The directory is empty',
    'Services appear here once a directory is imported or organizations add their own.',
  ])
})

it('DIR-01 a search that does not get through stands in full', async () => {
  const page = await openScreen('/home', { as: sam })
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/service/', 500)
  await page.open('/directory?text=zzz&radius=7&near=14203&openNow=true')
  await page.findByText('The search did not get through. Your filters are kept.')
  expect(page.outline()).toEqual([
    'Directory',
    'Find help for somebody: what it is, for whom, where and when.',
    'Lists of services | → /lists',
    '(Search the directory)',
    'What is needed',
    '<search Food, rent, a lawyer… "zzz" at most 200>',
    'Near ZIP code or town',
    '<text ZIP, town… "14203" at most 100>',
    '(Use my position)',
    'Distance',
    '<text "7 miles">',
    'Search',
    'Category',
    '<text All categories "">',
    'Language spoken',
    '<text Any language "">',
    '<checkbox checked>',
    'Open now',
    '<checkbox>',
    'Takes new people now',
    '<checkbox>',
    'Free of charge',
    '<checkbox>',
    'Takes referrals here',
    'Find for a person on record',
    'The search did not get through. Your filters are kept.',
    'Try again',
  ])
})
