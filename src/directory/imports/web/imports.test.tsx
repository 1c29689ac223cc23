import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { startImport } from '#test/imports.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const dana = await app.someone({ roles: ['data-manager'] })
const maria = await app.someone()

const organizations = { name: 'organizations.csv', text: 'id,name,colour\no1,Elm Kitchen,red\no2,Ash House,\n' }
const phonesOf = (rows: number) => ({
  name: 'phones.csv',
  text: `id,organization_id,number\n${Array.from({ length: rows }, (_, at) => `p${at},o1,716-555-01${at + 10}\n`).join('')}`,
})
const fileOf = ({ name, text }: { name: string; text: string }) => new File([text], name, { type: 'text/csv' })
const checked = async (sourceName: string, files: { name: string; text: string }[]) => {
  const id = await startImport(dana.call, sourceName, files)
  await dana.call('POST', `/api/import/${id}/check`)
  await app.workJobs()
  return id
}

it('DIR-10 files are sent, the dry run says what would happen, and applying it says what happened', async () => {
  const page = await openScreen('/admin/imports', { as: dana.account })
  expect(await page.findByText('No imports yet')).toBeTruthy()
  await page.press('Check the files')
  expect(page.getByText('Select at least one file.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('combobox', { name: /^Source/ })))
  await page.user.type(page.getByRole('combobox', { name: /^Source/ }), 'county')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await page.user.upload(input as HTMLInputElement, [
    fileOf(organizations),
    fileOf({ name: 'services.csv', text: 'id,organization_id,name,url\ns1,o1,Soup,no site\ns2,o1,,\n' }),
  ])
  await page.press('Check the files')
  expect(await page.findByRole('heading', { name: 'county', level: 1 })).toBeTruthy()
  expect(page.getByText('Waiting for a free moment', { selector: '[role=status]' })).toBeTruthy()
  await app.workJobs()
  await page.findByRole('heading', { name: 'What would happen' })
  expect(page.outline(page.getByRole('main'))).toMatchInlineSnapshot(`
    [
      "All imports | → /admin/imports",
      "county",
      "To decide",
      "just now, Dana Tester",
      "Files: organizations.csv, services.csv",
      "What would happen",
      "(Records by kind)",
      "Kind | New | Changed | Removed | As before",
      "Organizations | 2 | 0 | 0 | 0",
      "Services | 1 | 0 | 0 | 0",
      "4 rows read.",
      "Apply the import",
      "Discard",
      "Listings",
      "New: 3",
      "Rows skipped and cells left out",
      "Rows skipped: 1. Cells left out of rows that were taken: 1.",
      "1 × name is empty",
      "1 × url: "…" is not a web address; left out",
      "Show each one",
      "Download the report as CSV | → /api/import/<id>/report",
      "Not read",
      "The import does not know these files and columns.",
      "organizations.csv: colour",
    ]
  `)
  await page.user.click(page.getByText('New: 3'))
  await page.findByText('Soup')
  const listings = page.getByRole('region', { name: 'Listings' })
  const names = () =>
    within(listings)
      .getAllByRole('listitem')
      .map((item) => [...item.children].map((line) => line.textContent))
  expect(names()).toEqual([
    ['Ash House', 'Organization'],
    ['Elm Kitchen', 'Organization'],
    ['Soup', 'Service'],
  ])
  expect(within(listings).queryByRole('link')).toBeNull()
  await page.press('Show each one')
  await page.findByText('url: "no site" is not a web address; left out')
  const regions = page.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
  expect(regions.filter(Boolean)).toEqual(['Records by kind', 'Each row and cell'])
  const table = (await page.findAllByRole('table'))[1] as HTMLElement
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual([
    ['File', 'Row', 'Column', 'Reason'],
    ['services.csv', '2', 'url', 'url: "no site" is not a web address; left out'],
    ['services.csv', '3', 'name', 'name is empty'],
  ])
  await page.press('Apply the import')
  await page.findByText('Importing')
  await app.workJobs()
  await page.findByRole('heading', { name: 'What happened' })
  await page.user.click(page.getByText('New: 3'))
  expect(await page.findByRole('link', { name: 'Soup' })).toBeTruthy()
  await page.user.click(page.getByRole('link', { name: 'All imports' }))
  const entry = async () => (await page.findByRole('link', { name: 'county' })).closest('li')?.textContent
  await waitFor(async () =>
    expect(await entry()).toMatch(/^countyjust now, Dana .*3 new, 0 changed, 0 removed · 1 row skippedImported$/),
  )
})

it('DIR-10 removing more than a tenth of a source is asked about', async () => {
  await dana.call('POST', `/api/import/${await checked('less', [organizations, phonesOf(20)])}/apply`, {})
  await app.workJobs()
  const page = await openScreen(`/admin/imports/${await checked('less', [organizations, phonesOf(0)])}`, {
    as: dana.account,
  })
  const note = await page.findByRole('note')
  expect(within(note).getByText('Phones: 20 of 20')).toBeTruthy()
  await page.user.click(page.getByLabelText('This is right. Remove them.'))
  await page.press('Apply the import')
  await page.findByText('Importing')
  await app.workJobs()
  await page.findByRole('heading', { name: 'What happened' })
  expect(within(page.getByRole('table')).getByRole('row', { name: /^Phones/ }).textContent).toBe('Phones00200')
})

it('DIR-10 the dry run names what changes with its fields, page by page, and a page that fails is asked again', async () => {
  const services = (word: string, rows = 55) => ({
    name: 'services.csv',
    text: `id,organization_id,name,fees\n${Array.from({ length: rows }, (_, at) => `s${at},o1,Help ${at + 100},${word}\n`).join('')}`,
  })
  await dana.call('POST', `/api/import/${await checked('many', [organizations, services('Free')])}/apply`, {})
  await app.workJobs()
  const id = await checked('many', [organizations, services('$5', 54)])
  const page = await openScreen(`/admin/imports/${id}`, { as: dana.account, language: 'es' })
  await page.user.click(await page.findByText('Con cambios: 54'))
  const items = () => within(page.getByRole('region', { name: 'Fichas' })).getAllByRole('listitem')
  await page.findByRole('link', { name: 'Help 100' })
  expect(items()).toHaveLength(50)
  expect(items()[0]?.textContent).toBe('Help 100Servicio · Tarifas')
  // The first failure is tried again by itself.
  for (let time = 0; time < 2; time += 1) page.failNext('GET', /listing/, 500)
  await page.press('Mostrar más')
  await page.press('Intentar de nuevo')
  await page.findByRole('link', { name: 'Help 153' })
  expect(items()).toHaveLength(54)
  await page.user.click(page.getByText('Ya no están en la fuente: 1'))
  await page.findByRole('link', { name: 'Help 154' })
  expect(page.getByText('Siguen en el directorio, porque nadie dijo que hayan terminado.')).toBeTruthy()
  expect(page.getByRole('link', { name: /CSV/ })).toBeTruthy()
})

it('DIR-10 an import is discarded, also if somebody else just decided on it', async () => {
  const id = await checked('given up', [organizations])
  const page = await openScreen(`/admin/imports/${id}`, { as: dana.account, language: 'es' })
  await page.press('Descartar')
  expect(await page.findByText('Esta importación se descartó. Nada cambió.')).toBeTruthy()
  const next = await checked('given up', [organizations])
  const other = await openScreen(`/admin/imports/${next}`, { as: dana.account })
  const held = other.holdNext('POST', `/api/import/${next}/apply`)
  await other.press('Apply the import')
  await dana.call('POST', `/api/import/${next}/discard`)
  held.release()
  await waitFor(() => expect(other.notices()).toEqual(['Somebody decided on this import meanwhile.']))
  expect(await other.findByText('This import was discarded. Nothing changed.')).toBeTruthy()
})

it('DIR-10 an import that was discarded says what would have come of it, not that it happened', async () => {
  const id = await checked('never done', [organizations])
  await dana.call('POST', `/api/import/${id}/discard`)
  const page = await openScreen(`/admin/imports/${id}`, { as: dana.account })
  await page.findByRole('heading', { name: 'What would happen' })
  expect(page.queryByText('What happened')).toBeNull()
  await page.open('/admin/imports')
  const link = await page.findByRole('link', { name: 'never done' })
  expect(link.closest('li')?.textContent).toBe('never donejust now, Dana TesterDiscarded')
})

it('DIR-10 what is no archive says so, a lost part is sent again, and others have no access', async () => {
  const page = await openScreen('/admin/imports', { as: dana.account })
  await page.user.type(page.getByRole('combobox', { name: /^Source/ }), 'broken')
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await page.user.upload(input, [new File(['no archive'], 'a.zip')])
  page.failNext('PUT', /^\/api\/import\/.*\/file\/0\/0$/, 'network')
  await page.press('Check the files')
  await page.findByText('Waiting for a free moment')
  await app.workJobs()
  expect(await page.findByText(/^The ZIP file is damaged/, {})).toBeTruthy()
  const refused = await openScreen('/admin/imports', { as: maria.account })
  await refused.findByRole('heading', { name: 'Imports' })
  expect(refused.calls('GET', '/api/import/')).toEqual([])
})

it('DIR-10 who went on to another screen stays there when the upload ends', async () => {
  const page = await openScreen('/admin/imports', { as: dana.account })
  await page.user.type(page.getByRole('combobox', { name: /^Source/ }), 'slow')
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await page.user.upload(input, [fileOf(organizations)])
  const held = page.holdNext('POST', /^\/api\/import\/.*\/check$/)
  await page.press('Check the files')
  await waitFor(() => expect(page.calls('PUT').filter(({ path }) => path.endsWith('/file/0/0'))).toHaveLength(1))
  await page.user.click(page.getByRole('link', { name: 'Duplicates' }))
  await page.findByRole('heading', { name: 'Duplicates', level: 1 })
  held.release()
  await waitFor(() => expect(page.calls('POST').find(({ path }) => path.endsWith('/check'))?.status).toBe(200))
  await new Promise((done) => setTimeout(done, 200))
  page.getByRole('heading', { name: 'Duplicates', level: 1 })
})

it('DIR-10 an import is undone after a question, and says what became of it', async () => {
  const id = await checked('undone', [organizations, phonesOf(2)])
  await dana.call('POST', `/api/import/${id}/apply`, {})
  await app.workJobs()
  const page = await openScreen(`/admin/imports/${id}`, { as: dana.account })
  await page.press('Undo this import')
  const dialog = within(await page.findByRole('dialog', { name: 'Undo this import?' }))
  await page.user.click(dialog.getByRole('button', { name: 'Undo' }))
  await page.findByText('Being undone')
  await app.workJobs()
  await page.findByText(/^This import was undone: 4 records are as before\. 0 stay/)
  expect(page.queryByRole('button', { name: 'Undo this import' })).toBeNull()
})

it('DIR-10 whoever undoes what came from a nightly address is told that this ends', async () => {
  const id = await checked('nightly undone', [organizations])
  await dana.call('POST', `/api/import/${id}/apply`, {})
  await app.workJobs()
  const address = 'https://night.example.org/hsds'
  await app.database.updateTable('importRun').set({ address }).where('id', '=', id).execute()
  const source = { sourceName: 'nightly undone', address, isNightly: true }
  await app.database.insertInto('importSource').values(source).execute()
  const page = await openScreen(`/admin/imports/${id}`, { as: dana.account })
  await page.press('Undo this import')
  await page.findByText('It is imported every night. Undoing ends that, so that it does not come back.')
  await app.database.deleteFrom('importSource').execute()
})

it('DIR-10 of a nightly import the summary stays, and what it said of each row and listing goes after 90 days', async () => {
  const bad = { name: 'services.csv', text: 'id,organization_id,name\ns1,o1,\n' }
  const ids = [await checked('nights', [organizations, bad]), await checked('by hand', [organizations, bad])] as const
  for (const id of ids) await dana.call('POST', `/api/import/${id}/apply`, {})
  await app.workJobs()
  const change = (days: number) =>
    app.database
      .updateTable('importRun')
      .set({
        startedBy: null,
        address: 'https://night.example.org',
        startedOn: new Date(Date.now() - days * 86_400_000).toISOString(),
      })
      .where('id', '=', ids[0])
      .execute()
  const detailsOf = async (id: string) => {
    const [remarks, added] = await Promise.all([
      dana.call('GET', `/api/import/${id}/remark`),
      dana.call('GET', `/api/import/${id}/listing?act=added`),
    ])
    return [remarks.body.items.length, added.body.items.length]
  }
  await change(89)
  await app.runTask('tidy')
  expect(await detailsOf(ids[0])).toEqual([1, 2])
  await change(91)
  await app.database
    .updateTable('importRun')
    .set({ startedOn: '2020-01-01T00:00:00Z' })
    .where('id', '=', ids[1])
    .execute()
  await app.runTask('tidy')
  expect([await detailsOf(ids[0]), await detailsOf(ids[1])]).toEqual([
    [0, 0],
    [1, 2],
  ])
  const page = await openScreen(`/admin/imports/${ids[0]}`, { as: dana.account })
  await page.findByText(
    'Each row and listing of a nightly import is named for 90 days; after that, only these numbers stay.',
  )
  expect(page.shows('1 × name is empty')).toBe(true)
  expect(page.queryByRole('link', { name: 'Download the report as CSV' })).toBeNull()
})

it('DIR-10 the remarks that are there stay when more of them cannot be read', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => `s${at},o1,\n`).join('')
  const id = await checked('many', [organizations, { name: 'services.csv', text: `id,organization_id,name\n${rows}` }])
  const remark = `/api/import/${id}/remark`
  const page = await openScreen(`/admin/imports/${id}`, { as: dana.account, expectedErrors: [/^A call failed: /] })
  // It is retried once automatically.
  for (let n = 0; n < 2; n++) page.failNext('GET', remark, 500)
  await page.press('Show each one')
  await page.findByText('This could not be loaded.')
  await page.press('Try again')
  const lines = () => page.getAllByRole('row', { name: /^services.csv/ }).length
  await waitFor(() => expect(lines()).toBe(50))
  for (let n = 0; n < 2; n++) page.failNext('GET', remark, 500)
  await page.press('Show more')
  await waitFor(() => expect(page.calls('GET', remark).filter(({ status }) => status === 500)).toHaveLength(4))
  await page.loaded()
  expect(lines()).toBe(50)
  await page.press('Show more')
  await waitFor(() => expect(lines()).toBe(60))
})

it('DIR-10 the nightly sources are not taken for none while they cannot be read', async () => {
  const source = { sourceName: 'owl', address: 'https://owl.example.org/hsds', isNightly: true }
  await app.database.insertInto('importSource').values(source).execute()
  const page = await openScreen('/admin', { as: dana.account, expectedErrors: [/^A call failed: /] })
  for (let n = 0; n < 2; n++) page.failNext('GET', '/api/import/nightly', 500)
  await page.open('/admin/imports')
  expect(await page.findByRole('heading', { name: 'Every night' })).toBeTruthy()
  await page.press('Try again')
  expect(await page.findByText('https://owl.example.org/hsds')).toBeTruthy()
  await app.database.deleteFrom('importSource').where('sourceName', '=', 'owl').execute()
})

it('DIR-10 a source is read from an HSDS address, every night if wanted, until that is stopped', async () => {
  const page = await openScreen('/admin/imports', { as: dana.account })
  await page.user.type(await page.findByRole('combobox', { name: /^Source/ }), 'peer')
  await page.user.click(page.getByRole('radio', { name: 'HSDS address' }))
  await page.press('Read the address')
  expect(page.getByText('This is needed.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('textbox', { name: /^HSDS address/ })))
  await page.user.type(page.getByRole('textbox', { name: /^HSDS address/ }), 'https://127.0.0.1/hsds')
  await page.user.click(page.getByRole('checkbox', { name: 'Import every night' }))
  await page.press('Read the address')
  await page.findByText('From https://127.0.0.1/hsds')
  await app.workJobs()
  await page.findByText(/^This address is internal/)
  // It was not applied, so there is no schedule yet.
  expect(await app.database.selectFrom('importSource').selectAll().execute()).toEqual([])
  const source = { sourceName: 'peer', address: 'https://peer.example.org/hsds', isNightly: true }
  await app.database.insertInto('importSource').values(source).execute()
  await page.open('/admin/imports')
  await page.user.click(page.getByRole('radio', { name: 'HSDS address' }))
  const box = () => page.getByRole('checkbox', { name: 'Import every night' }) as HTMLInputElement
  expect(box().checked).toBe(false)
  await page.user.type(await page.findByRole('combobox', { name: /^Source/ }), 'peer')
  await waitFor(() => expect(box().checked).toBe(true))
  await page.user.click(await page.findByRole('button', { name: 'Stop importing every night: peer' }))
  await waitFor(() => expect(page.queryByRole('heading', { name: 'Every night' })).toBeNull())
})

it('DIR-10 an import from the command line is in the history, and says that it was stopped', async () => {
  const run = { sourceName: 'typed', isFromCommand: true, state: 'failed', failure: 'command-stopped' } as const
  await app.database.insertInto('importRun').values(run).execute()
  const page = await openScreen('/admin/imports', { as: dana.account })
  const link = await page.findByRole('link', { name: 'typed' })
  expect(link.closest('li')?.textContent).toBe('typedjust now, from the command lineFailed')
  await page.user.click(link)
  await page.findByText(/^The program on the command line was stopped/)
  expect(page.getByText('just now, from the command line')).toBeTruthy()
})

it('DIR-10 an import of what changed says that it read no more', async () => {
  const run = { sourceName: 'nightly', state: 'applied', address: 'https://hsds.example.org' } as const
  const add = async (isPartial: boolean) =>
    (
      await app.database
        .insertInto('importRun')
        .values({ ...run, isPartial })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const page = await openScreen(`/admin/imports/${await add(true)}`, { as: dana.account })
  await page.findByText(/^Only what its directory says has changed was read\./)
  await page.open(`/admin/imports/${await add(false)}`)
  await page.findByText('From https://hsds.example.org')
  await waitFor(() => expect(page.queryByText(/^Only what its directory/)).toBeNull())
})
