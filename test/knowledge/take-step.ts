import { erasePerson, withdrawConsent } from './endings.ts'
import type { Person, Referral } from './model.ts'
import { approveClaim, claim, confirmRecipient, requestToJoin } from './newcomers.ts'
import { nobodyAt, recordPerson, refer, steps, tryAction } from './steps.ts'
import type { Random, Step, World } from './world.ts'

/** At least one referral that D may claim, in every walk. */
const referToD: Step = async (world, random) => {
  const person = random.pick(world.knowledge.present().filter(({ owner }) => owner !== 'D'))
  if (!person || !nobodyAt(world, 'D')) return ''
  const actor = random.pick(world.caseworkers(person.owner))
  return refer(world, random, { person, actor, recipient: 'D' }, true)
}

/** A person whose only referral was declined, with texts of both sides: they can be erased. */
const referAndDecline: Step = async (world, random) => {
  await recordPerson(world, random)
  const person = world.knowledge.people.at(-1) as Person
  const recipient = random.pick((['A', 'B', 'C'] as const).filter((key) => key !== person.owner))
  const actor = random.pick(world.caseworkers(person.owner))
  const made = await refer(world, random, { person, actor, recipient }, true)
  const referral = world.knowledge.referrals.at(-1) as Referral
  if (referral.person !== person) return made
  const decliner = random.pick(world.caseworkers(recipient))
  return `${made} | ${await tryAction(world, random, { referral, actor: decliner, action: 'decline' })}`
}

/** What each walk does at these steps, so that short runs cover it too. */
const milestones: Record<number, Step> = {
  12: referToD,
  13: referToD,
  14: referToD,
  16: claim,
  22: approveClaim,
  26: confirmRecipient,
  27: confirmRecipient,
  30: requestToJoin,
  33: withdrawConsent,
  35: withdrawConsent,
  37: withdrawConsent,
  39: referAndDecline,
  44: erasePerson,
  52: erasePerson,
}

/** Takes one step, random or fixed for this position of the walk. */
export async function takeStep(world: World, random: Random, n: number) {
  const step = world.knowledge.present().length < 2 ? recordPerson : (milestones[n] ?? random.pick(steps))
  const said = await step(world, random)
  if (said) world.steps.push(said)
}
