import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { personFieldNames } from '#casework/clients/contact-record.ts'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { readPdfText } from '#test/pdf-text.ts'

const app = await startTestApp()
const [own, other] = [
  await makeOrganization(app.database, { name: 'Eastside' }),
  await makeOrganization(app.database, { name: 'Harbor' }),
]
const staff = (await app.someone({ organizationId: own.id })).call
const admin = (await app.someone({ organizationId: own.id, roles: ['organization-admin'] })).call
const recipient = (await app.someone({ organizationId: other.id, roles: ['organization-admin'] })).call
const member = await app.someone({ roles: ['community-member'] })

const details = {
  ...Object.fromEntries(personFieldNames.map((name) => [name, `Some ${name}`])),
  firstName: 'Noor',
  lastName: 'Abadi',
  birthDate: '1992-03-04',
  email: 'noor@mark.test',
  language: 'ar',
  postalCode: '14218',
}
const person = (await staff('POST', '/api/contact/', { ...details, phones: [{ phoneNumber: '(716) 555-0142' }] })).body
await staff('POST', `/api/contact/${person.id}/consent`, {
  scope: 'network',
  howGiven: 'written',
  givenOn: '2026-10-01',
})
const referral = (
  await staff('POST', '/api/referral/', {
    contactId: person.id,
    recipientOrganizationId: other.id,
    need: 'homelessness',
    note: 'Must leave on Friday',
  })
).body
await recipient('POST', `/api/referral/${referral.id}/message`, { text: 'We have a bed' })
await recipient('POST', `/api/referral/${referral.id}/transition`, {
  action: 'decline',
  version: referral.version,
  reason: 'no capacity',
  note: 'Full until Monday',
})
await sql`insert into contact_invitation (code_hash, contact_id, account_id, expires_on, used_on)
  values ('hash-that-stays', ${person.id}::uuid, ${member.account.id}::uuid, now(), now())`.execute(app.database)
const path = `/api/contact/${person.id}/export`
const { birthDate, ...asTyped } = details
const everything = [...Object.values(asTyped), '+17165550142']
const ofReferrals = ['Must leave on Friday', 'We have a bed', 'Full until Monday', 'Harbor', 'Eastside']

it('F-22 exports everything about a person as JSON, for the admin and for the member, and records it', async () => {
  const { body, headers } = await admin('GET', path)
  expect(headers['content-disposition']).toContain('person-record.json')
  const text = JSON.stringify(body)
  for (const word of [...everything, ...ofReferrals, birthDate, 'written', 'no capacity']) expect(text).toContain(word)
  expect(body.accessLog[0]).toMatchObject({ way: 'export' })
  expect(body.referrals[0]).toMatchObject({ from: 'Eastside', to: 'Harbor', snapshot: { lastName: 'Abadi' } })
  expect(body.invitations).toHaveLength(1)
  expect(text).not.toContain('hash-that-stays')
  expect((await accessLogOf(app.database, person.id)).at(-1)).toMatchObject({ way: 'export' })
  const audited =
    await sql`select from audit_record where action = 'contact.export' and subject_id = ${person.id}`.execute(
      app.database,
    )
  expect(audited.rows).toHaveLength(1)
  expect((await member.call('GET', path)).body.person.lastName).toBe('Abadi')
  expect((await accessLogOf(app.database, person.id)).at(-1)).toMatchObject({
    accountId: member.account.id,
    way: 'export',
  })
})

it('F-22 exports a readable PDF in both languages', async () => {
  for (const [language, words] of [
    ['en', ['Record of Noor Abadi', 'Consents', 'Who saw this person', 'Shelter', 'No capacity']],
    ['es', ['Registro de Noor Abadi', 'Consentimientos', 'Quién vio a esta persona', 'Sin cupo']],
  ] as const) {
    const { bytes, headers } = await admin('GET', `${path}?format=pdf&language=${language}`)
    expect(headers['content-type']).toContain('application/pdf')
    const text = readPdfText(bytes).join('')
    for (const word of [...words, ...everything, ...ofReferrals]) expect(text).toContain(word.replace(/\s/g, ''))
  }
})

it('F-22 REF-02 says when the person was first reached', async () => {
  await sql`update referral set first_contact_on = '2026-10-05T15:00:00Z', first_contact_by = 'phone'
    where id = ${referral.id}::uuid`.execute(app.database)
  for (const [language, words] of [
    ['en', 'First contact'],
    ['es', 'Primer contacto'],
  ]) {
    const { bytes } = await admin('GET', `${path}?format=pdf&language=${language}`)
    expect(readPdfText(bytes).join('')).toContain(words?.replace(/\s/g, ''))
  }
})

/** The words of the readable copy without spaces, and without what differs between runs. */
async function readCopy(language: 'en' | 'es') {
  const { bytes } = await admin('GET', `${path}?format=pdf&language=${language}`)
  return readPdfText(bytes)
    .join('')
    .replaceAll(/(Page\dof\d|Página\dde\d)/g, '')
    .replaceAll(/\d{1,2}\/\d{1,2}\/\d{2,4},\d{1,2}:\d\d[ap]\.?m\.?/gi, '<time>')
    .replaceAll(/\d{1,2}\/\d{1,2}\/(?:20\d\d|(?!19|92)\d\d)/g, '<day>')
    .split('•')
}

it('F-22 the readable copy stands in full', async () => {
  await sql`update referral set first_contact_on = '2026-10-05T15:00:00Z', first_contact_by = 'phone'
    where id = ${referral.id}::uuid`.execute(app.database)
  const lines = await readCopy('en')
  const end = lines.findIndex((line) => line.endsWith('4.Whosawthisperson')) + 1
  expect(lines.slice(0, end)).toEqual([
    'RecordofNoorAbadiMadeon<time>EverythingthatEastsidehasonrecordaboutyouinthisportal:details,consents,referralswiththeirmessages,andwhosawit.1.Details',
    'Name:NoorAbadi',
    'Birthdate:3/4/92',
    'E-mail:noor@mark.test',
    'Phonenumbers:+17165550142',
    'Address:Someaddress1,Someaddress2,Somecity,SomestateProvince14218',
    'Language:ar',
    'Note:Somenote',
    'Recordedby:Eastside',
    'Recordedon:<day>2.Consents',
    'Given:<day>,inwriting',
    'Maybesharedwith:Everyorganizationinthenetwork',
    'Fortheseneeds:Allneeds3.ReferralsShelter:Eastside-Harbor',
    'Status:Declined',
    'Sent:<time>',
    'Firstcontact:<time>',
    'Note:MustleaveonFriday',
    expect.stringContaining('Whatwasshared:'),
    '<time>:Draft.Eastside',
    '<time>:Sent.Eastside',
    '<time>:DanaTester,Harbor:Wehaveabed',
    '<time>:Declined.Harbor.Nocapacity.FulluntilMonday4.Whosawthisperson',
  ])
  expect(lines.slice(-2)).toEqual(Array(2).fill('<time>:DanaTester,Eastside,Openedtherecord'))
  expect(lines).toContain('<time>:DanaTester,Harbor,Receivedareferral')
})

it('F-22 the readable copy is Spanish, with its dates', async () => {
  const lines = await readCopy('es')
  expect(lines.slice(1, 14)).toEqual([
    'Nombre:NoorAbadi',
    'Fechadenacimiento:4/3/1992',
    'Correoelectrónico:noor@mark.test',
    'Teléfonos:+17165550142',
    'Dirección:Someaddress1,Someaddress2,Somecity,SomestateProvince14218',
    'Idioma:ar',
    'Nota:Somenote',
    'Registradopor:Eastside',
    'Registradoel:<day>2.Consentimientos',
    'Dado:<day>,porescrito',
    'Sepuedecompartircon:Todaslasorganizacionesdelared',
    'Paraestasnecesidades:Todaslasnecesidades3.RemisionesRefugio:Eastside-Harbor',
    'Estado:Rechazada',
  ])
  const steps = lines.filter((line) => /^<time>:(Borrador|Enviada|Rechazada)/.test(line))
  expect(steps).toEqual([
    '<time>:Borrador.Eastside',
    '<time>:Enviada.Eastside',
    expect.stringContaining('<time>:Rechazada.Harbor.Sincupo.FulluntilMonday'),
  ])
})

it('F-22 gives nobody else the export', async () => {
  const stranger = (await app.someone({ roles: ['community-member'] })).call
  expect((await staff('GET', path)).status).toBe(403)
  expect((await recipient('GET', path)).status).toBe(404)
  expect((await stranger('GET', path)).status).toBe(404)
})
