import { levelOf, type Status } from './model.ts'
import type { Step, World } from './world.ts'

/**
 * Referrals that are based on a consent and still show its recipient the details, whether or not the recipient is
 * confirmed.
 */
const usesOf = (world: World, consentId: string) =>
  world.knowledge.referrals.filter(
    (referral) =>
      referral.consentId === consentId &&
      referral.sender !== referral.recipient &&
      levelOf({ ...referral, isHeld: false }, { organization: referral.recipient, isAdmin: true }) === 'whole',
  )

export const withdrawConsent: Step = async (world, random) => {
  const present = world.knowledge.present()
  const inUse = present.filter(({ consents }) => consents.some((id) => usesOf(world, id).length > 0))
  const person = random.pick(inUse.length > 0 && random.chance(0.8) ? inUse : present)
  if (!person || person.consents.length === 0) return ''
  const actor = random.pick(random.chance(0.9) ? world.caseworkers(person.owner) : world.actors)
  const used = person.consents.filter((id) => usesOf(world, id).length > 0)
  const consentId = random.pick(used.length > 0 ? used : person.consents)
  const endAccess = random.chance(0.7)
  const recall = endAccess && random.chance(0.5)
  const path = `/api/contact/${person.id}/consent/${consentId}/withdraw`
  const answer = await actor.call('POST', path, { endAccess, recall })
  if (answer.status === 200 && endAccess)
    for (const referral of usesOf(world, consentId)) {
      referral.isEnded = true
      if (recall && (referral.status === 'Sent' || referral.status === 'In Review')) referral.status = 'Recalled'
      world.count('views ended')
    }
  await world.judge(actor, 'withdrawing a consent', answer)
  return `${actor.name} withdrew a consent ${JSON.stringify({ endAccess, recall })}: ${answer.status}`
}

const open: readonly Status[] = ['Draft', 'Sent', 'In Review', 'Accepted', 'In Progress', 'On Hold']

/**
 * An admin erases a person; from then on nobody learns anything about them. The most widely shared person comes first.
 */
export const erasePerson: Step = async (world, random) => {
  const of = (id: string) => world.knowledge.referrals.filter(({ person }) => person.id === id)
  const people = world.knowledge.present().filter(({ id }) => of(id).length > 0)
  const free = people.filter(({ id }) => !of(id).some(({ status }) => open.includes(status)))
  const person = random.pick(random.chance(0.85) ? free : people)
  if (!person) return ''
  const isAdmin = random.chance(0.9)
  const actor = random.pick(
    world.caseworkers(person.owner).filter(({ reader }) => reader.kind === 'caseworker' && reader.isAdmin === isAdmin),
  )
  if (!actor) return ''
  const { firstName, lastName } = person.details
  const answer = await actor.call('POST', `/api/contact/${person.id}/erase`, { name: `${firstName} ${lastName}` })
  const expected = isAdmin ? (free.includes(person) ? 204 : 409) : 403
  if (answer.status !== expected) world.fail(`${actor.name} erased a person: ${answer.status}, expected ${expected}`)
  if (answer.status === 204) {
    world.knowledge.forget(person)
    world.count('erasures')
  }
  await world.judge(actor, 'erasing a person', answer)
  return `${actor.name} erased a person of ${person.owner}: ${answer.status}`
}
