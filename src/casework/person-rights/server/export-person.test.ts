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
async function readCopy(language: 'en' | 'es', contactId = person.id) {
  const { bytes } = await admin('GET', `/api/contact/${contactId}/export?format=pdf&language=${language}`)
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
  const end = lines.findIndex((line) => line.endsWith('5.Whosawthisperson')) + 1
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
    '<time>:Declined.Harbor.Nocapacity.FulluntilMonday4.Linkstoyourrecordandinvitations',
    '<day>:Invitationtoanaccount.Workeduntil<day>.Usedon<day>5.Whosawthisperson',
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

it('INT-13 INT-17 the readable copy also has what was agreed, said, sent and shared, links and earlier records', async () => {
  const iris = (await staff('POST', '/api/contact/', { firstName: 'Iris', lastName: 'Moon', birthDate: '1990-05-06' }))
    .body
  await staff('POST', `/api/contact/${iris.id}/consent`, {
    ...{ scope: 'network', howGiven: 'written', givenOn: '2026-10-01' },
  })
  const sent = { contactId: iris.id, recipientOrganizationId: other.id, need: 'homelessness' }
  const { id } = (await staff('POST', '/api/referral/', sent)).body
  const { id: messageId } = (await recipient('POST', `/api/referral/${id}/message`, { text: 'Come by' })).body
  await staff('POST', `/api/contact/${iris.id}/recordLink`, { language: 'en', way: { channel: 'copy' } })
  for (const insert of [
    sql`insert into appointment (referral_id, starts_on, note, event_id)
      select ${id}::uuid, '2026-10-07T15:00:00Z', 'Ring twice', id from referral_event where referral_id = ${id}::uuid limit 1`,
    sql`insert into help_answer (referral_id, contact_id, answer, comment)
      values (${id}::uuid, ${iris.id}::uuid, 'partly', 'Two nights only')`,
    sql`insert into referral_file (referral_id, message_id, file_name, size, category, organization_id, withdrawn_on)
      values (${id}::uuid, ${messageId}::uuid, 'lease.pdf', 9, 'form', ${other.id}::uuid, now())`,
    sql`insert into shared_intake (referral_id, contact_id, title, completed_on, answers, left_out)
      values (${id}::uuid, ${iris.id}::uuid, '{"en": "Social needs", "es": "Necesidades sociales"}', now(), '[]', 2)`,
    sql`delete from person_notice where contact_id = ${iris.id}::uuid`,
    sql`insert into person_notice (referral_id, request_id, event_id, contact_id, kind, state, channel, masked_address)
      select ${id}::uuid, request_id, event.id, ${iris.id}::uuid, 'accepted', 'told', 'sms', '...42'
      from referral join referral_event event on event.referral_id = referral.id where referral.id = ${id}::uuid limit 1`,
    sql`insert into contact (first_name, last_name, email, merged_into)
      values ('Irys', 'Mond', 'irys@mark.test', ${iris.id}::uuid)`,
    sql`insert into service_list (organization_id, account_id, contact_id, is_current)
      select organization_id, created_by, id, false from contact where id = ${iris.id}::uuid`,
    ...['people', 'lists'].map(
      (page, days) => sql`insert into link_delivery
        (link_id, message_id, channel, masked_address, organization_id, page, page_id, failed_on, failure)
        select gen_random_uuid(), gen_random_uuid(), 'email', 'i***@mark.test', ${other.id}::uuid, ${page},
          (select id from contact where merged_into = ${iris.id}::uuid and ${page} = 'people'
            union select id from service_list where contact_id = ${iris.id}::uuid and ${page} = 'lists'),
          now() - interval '2 days' + make_interval(days => ${days}), 'refused'`,
    ),
  ])
    await insert.execute(app.database)
  const of = 'Shelter:Eastside-Harbor'
  const lines = await readCopy('en', iris.id)
  const [from, to] = ['4.Appointments', 'Whosawthisperson'].map((end) => lines.findIndex((line) => line.endsWith(end)))
  expect(lines.slice(Number(from) + 1, Number(to) + 1)).toEqual([
    `<time>:${of}.Ringtwice5.Didyougethelp?`,
    `<day>:${of}.Partly.Twonightsonly6.Whatyouweretoldaboutyourreferrals`,
    `<time>:${of}.Thatitwasaccepted.Bytext...42TheJSONfilesayswhyanoticewasnotsent.7.Filesonreferrals`,
    `<day>:lease.pdf.Harbor.${of}.Withdrawnon<day>8.Intakesthatwereshared`,
    `<day>:Socialneeds.${of}.2sensitiveanswerswereleftoutTheJSONfilelistswhichanswerswereshared.9.Listsofservices`,
    '<day>:10.Linkstoyourrecordandinvitations',
    '<day>:Linktoyourrecord.Workeduntil<day>11.Linksthatdidnotreachyou',
    '<time>:Linktoyourrecord,toanaccount,ortoarequestforyourconsent.Bye-maili***@mark.test',
    '<time>:Linktoalistofservices.Bye-maili***@mark.test12.Earlierrecordsthatweremergedintothisone',
    'Name:IrysMond',
    'E-mail:irys@mark.test',
    'Recordedon:<day>13.Whosawthisperson',
  ])
  const { undeliveredLinks } = (await admin('GET', `/api/contact/${iris.id}/export`)).body
  const failed = { channel: 'email', maskedAddress: 'i***@mark.test', failure: 'refused', failedOn: expect.any(String) }
  expect(undeliveredLinks).toEqual(['people', 'lists'].map((page) => ({ page, ...failed })))
  const spanish = (await readCopy('es', iris.id)).join('')
  for (const heading of [
    'Citas',
    '¿Recibióayuda?',
    'Archivosdelasremisiones',
    'Admisionesquesecompartieron',
    'Enlacesquenolellegaron',
  ])
    expect(spanish).toContain(heading)
})

it('F-22 gives nobody else the export', async () => {
  const stranger = (await app.someone({ roles: ['community-member'] })).call
  expect((await staff('GET', path)).status).toBe(403)
  expect((await recipient('GET', path)).status).toBe(404)
  expect((await stranger('GET', path)).status).toBe(404)
})
