import { findMarks, newBirthDate, newPhone, newWord, phoneMark } from './markers.ts'

// What each reader may know about each person, based only on the decisions (D-SEE-1, D-CON-1, D-REG-1). It shares no
// code with the product.

export type OrganizationKey = 'A' | 'B' | 'C' | 'D'
export type Status =
  | 'Draft'
  | 'Sent'
  | 'In Review'
  | 'Accepted'
  | 'Declined'
  | 'Recalled'
  | 'Forwarded'
  | 'Expired'
  | 'In Progress'
  | 'On Hold'
  | 'Closed: Resolved'
  | 'Closed: Unresolved'
  | 'Entered In Error'

export interface Details {
  firstName: string
  lastName: string
  birthDate: string
  email: string
  phone: string
  city: string
  address1: string
  note: string
}
export const newDetails = (): Details => ({
  firstName: newWord('first'),
  lastName: newWord('last'),
  birthDate: newBirthDate(),
  email: `${newWord('mail')}@people.test`,
  phone: newPhone(),
  city: newWord('city'),
  address1: newWord('street'),
  note: newWord('record'),
})
/** Details of a person that are never shared. */
const keptAtHome: readonly (keyof Details)[] = ['address1', 'note']

export interface Person {
  id: string
  owner: OrganizationKey
  details: Details
  version: number
  consents: string[]
  /** all addresses that the record has had */
  everyEmail: Set<string>
  isErased: boolean
}
export interface Referral {
  id: string
  person: Person
  sender: OrganizationKey
  recipient: OrganizationKey
  parent: Referral | null
  status: Status
  isSent: boolean
  /** sent while the recipient had no account, and not confirmed since */
  isHeld: boolean
  /** whether the sender ended the recipient's view of the details */
  isEnded: boolean
  /** whether it ended more than thirty days ago */
  isOld: boolean
  /** shared without a recorded consent */
  isOverridden: boolean
  snapshot: Details | null
  /** the consent under which it was sent */
  consentId: string | null
  /** the address of its claim link */
  claimEmail: string
  note: string
  texts: string[]
}
export type Reader =
  | { kind: 'caseworker'; organization: OrganizationKey; isAdmin: boolean }
  | { kind: 'member'; person: Person }
  | { kind: 'platform-admin' | 'support' | 'anonymous' }

export type Level = 'nothing' | 'nameless' | 'name' | 'whole'

/** How much an organization's caseworker sees of a referral. */
export function levelOf(
  referral: Referral,
  { organization, isAdmin }: { organization: OrganizationKey; isAdmin: boolean },
): Level {
  const { status } = referral
  if (referral.sender === organization) return status === 'Entered In Error' && !isAdmin ? 'nothing' : 'whole'
  if (referral.recipient !== organization) return 'nothing'
  if (!referral.isSent || referral.isHeld || status === 'Entered In Error') return 'nothing'
  if (status === 'Recalled') return 'nameless'
  if (referral.isEnded || status === 'Declined' || status === 'Expired' || status === 'Forwarded') return 'name'
  return status.startsWith('Closed') && referral.isOld ? 'name' : 'whole'
}

type Fact = { isErased?: boolean } & (
  | { what: 'detail'; person: Person; field: keyof Details }
  | { what: 'text'; referral: Referral }
  | { what: 'own words'; referral: Referral }
  | { what: 'referral'; referral: Referral }
  | { what: 'record'; person: Person }
  /** of a community member's own account, as in the administration of accounts */
  | { what: 'account'; person: Person }
)
const personOf = (fact: Fact) => ('person' in fact ? fact.person : fact.referral.person)

export class Knowledge {
  people: Person[] = []
  referrals: Referral[] = []
  private facts = new Map<string, Fact[]>()

  private learn(mark: string, fact: Fact) {
    this.facts.set(mark, [...(this.facts.get(mark) ?? []), fact])
  }

  addDetails(person: Person) {
    person.everyEmail.add(person.details.email)
    for (const field of Object.keys(person.details) as (keyof Details)[])
      for (const mark of marksOf(person.details[field], field)) this.learn(mark, { what: 'detail', person, field })
  }
  addPerson(person: Person) {
    this.people.push(person)
    this.learn(person.id, { what: 'record', person })
    this.addDetails(person)
  }
  addAccountOf(person: Person) {
    const { firstName, lastName, email } = person.details
    for (const value of [firstName, lastName, email])
      for (const mark of findMarks(value)) this.learn(mark, { what: 'account', person })
  }
  isOfAccount(mark: string) {
    return (this.facts.get(mark) ?? []).some((fact) => fact.what === 'account')
  }
  addConsent(person: Person, id: string) {
    person.consents.push(id)
    this.learn(id, { what: 'record', person })
  }
  addReferral(referral: Referral) {
    this.referrals.push(referral)
    this.learn(referral.id, { what: 'referral', referral })
    this.addText(referral, referral.note)
  }
  present() {
    return this.people.filter(({ isErased }) => !isErased)
  }
  /** A person was erased: nobody may know anything about them; that there was a person remains. */
  forget(person: Person) {
    person.isErased = true
    for (const facts of this.facts.values())
      for (const fact of facts)
        if (fact.what !== 'record' && fact.what !== 'referral' && personOf(fact) === person) fact.isErased = true
    for (const referral of this.referrals) if (referral.person === person) referral.snapshot = null
  }
  /** The sender's internal text: why it shares without a consent. */
  addOwnWords(referral: Referral, text: string) {
    this.learn(text, { what: 'own words', referral })
  }
  addText(referral: Referral, text: string) {
    referral.texts.push(text)
    this.learn(text, { what: 'text', referral })
  }

  /** Whether this reader may know what this marker stands for. A marker without an owner may be known by everyone. */
  mayKnow(reader: Reader, mark: string) {
    const facts = this.facts.get(mark)
    return !facts || facts.some((fact) => this.mayKnowFact(reader, mark, fact))
  }

  private mayKnowFact(reader: Reader, mark: string, fact: Fact): boolean {
    if (fact.isErased) return false
    const person = personOf(fact)
    if (reader.kind === 'member') return person === reader.person
    // The network's access log shows whose records were seen, its list of overrides which referrals had one.
    if (reader.kind === 'platform-admin')
      return (
        fact.what === 'record' ||
        fact.what === 'account' ||
        (fact.what === 'detail' && fact.field === 'firstName') ||
        (fact.what === 'referral' && fact.referral.isOverridden)
      )
    if (reader.kind !== 'caseworker' || fact.what === 'account') return false
    if (fact.what === 'record') return person.owner === reader.organization
    if (fact.what === 'own words')
      return fact.referral.sender === reader.organization && levelOf(fact.referral, reader) === 'whole'
    if (fact.what === 'text') return levelOf(fact.referral, reader) === 'whole'
    if (fact.what === 'referral') return this.mayKnowOf(reader, fact.referral)
    return person.owner === reader.organization || this.wasShared(reader, mark, person, fact.field)
  }

  /** That a referral exists: known to its own parties, and to those of its parent and child referrals. */
  private mayKnowOf(reader: Reader & { kind: 'caseworker' }, referral: Referral) {
    const family = this.referrals.filter(
      (other) => other === referral || other.parent === referral || other === referral.parent,
    )
    return family.some((one) => levelOf(one, reader) !== 'nothing')
  }

  private wasShared(reader: Reader & { kind: 'caseworker' }, mark: string, person: Person, field: keyof Details) {
    if (keptAtHome.includes(field)) return false
    return this.referrals.some((referral) => {
      if (referral.person !== person || !referral.snapshot) return false
      if (!marksOf(referral.snapshot[field], field).includes(mark)) return false
      const level = levelOf(referral, reader)
      return level === 'whole' || (level === 'name' && field === 'firstName')
    })
  }

  /**
   * The people about whom a text reveals more than the first name. Erased people are omitted, because no log entry can
   * name them.
   */
  peopleTold(marks: Set<string>) {
    const told = new Set<Person>()
    for (const mark of marks)
      for (const fact of this.facts.get(mark) ?? [])
        if (personOf(fact).isErased) continue
        else if (fact.what === 'detail' && fact.field !== 'firstName') told.add(fact.person)
        else if (fact.what === 'text' || fact.what === 'own words') told.add(fact.referral.person)
    return told
  }

  /** Describes the markers of people and of texts about them. */
  describe(mark: string) {
    return (this.facts.get(mark) ?? [])
      .map((fact) => {
        if (fact.isErased) return `${fact.what} of an erased person of ${personOf(fact).owner}`
        if (fact.what === 'detail') return `${fact.field} of a person of ${fact.person.owner}`
        if ('person' in fact) return `the ${fact.what} of a person of ${fact.person.owner}`
        const { sender, recipient, status, isHeld, isSent, isOld, isEnded } = fact.referral
        return `${fact.what} ${sender}→${recipient} (${status}, ${JSON.stringify({ isSent, isHeld, isOld, isEnded })})`
      })
      .join(' or ')
  }
  isPersonal(mark: string) {
    return (this.facts.get(mark) ?? []).some((fact) => !['record', 'referral', 'account'].includes(fact.what))
  }
  referralOf(mark: string) {
    const fact = (this.facts.get(mark) ?? []).find((one) => one.what === 'referral')
    return fact?.what === 'referral' ? fact.referral : undefined
  }
}

const marksOf = (value: string, field: keyof Details) =>
  field === 'phone' ? [phoneMark(value)] : [...findMarks(value)]
