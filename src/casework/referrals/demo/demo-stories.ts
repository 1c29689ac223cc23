import type { Need } from '#directory/needs/need.ts'
import type { ReferralAction } from '../referral-machine.ts'

/** All people here are fictional. */
export interface DemoPersonOnRecord {
  by: 'Eastside Food Bank' | 'Harbor Housing'
  firstName: string
  lastName: string
  birthDate: string
  phoneNumber: string
  language: string
  consent: { needs?: Need[]; organizations?: string[] } | null
  /** for a person with their own account */
  email?: string
}

const foodBank = 'Eastside Food Bank'
const housing = 'Harbor Housing'

export const demoPeople: Record<string, DemoPersonOnRecord> = {
  robin: {
    by: foodBank,
    firstName: 'Robin',
    lastName: 'Vale',
    birthDate: '1984-06-18',
    phoneNumber: '+17165550163',
    language: 'en',
    consent: {},
    email: 'robin@member.demo.hearthline.test',
  },
  noor: {
    by: foodBank,
    firstName: 'Noor',
    lastName: 'Abadi',
    birthDate: '1992-03-14',
    phoneNumber: '+17165550142',
    language: 'ar',
    consent: { needs: ['homelessness'] },
  },
  peter: {
    by: foodBank,
    firstName: 'Peter',
    lastName: 'Kowal',
    birthDate: '1961-09-02',
    phoneNumber: '+17165550117',
    language: 'en',
    consent: {},
  },
  sofia: {
    by: foodBank,
    firstName: 'Sofia',
    lastName: 'Marin',
    birthDate: '1998-12-20',
    phoneNumber: '+17165550175',
    language: 'es',
    consent: {},
  },
  li: {
    by: foodBank,
    firstName: 'Li',
    lastName: 'Wen',
    birthDate: '1975-05-30',
    phoneNumber: '+17165550109',
    language: 'zh',
    consent: { organizations: [housing] },
  },
  james: {
    by: foodBank,
    firstName: 'James',
    lastName: 'Tolliver',
    birthDate: '1955-01-11',
    phoneNumber: '+17165550138',
    language: 'en',
    consent: {},
  },
  amara: {
    by: foodBank,
    firstName: 'Amara',
    lastName: 'Nwosu',
    birthDate: '1988-07-07',
    phoneNumber: '+17165550154',
    language: 'en',
    consent: null,
  },
  ana: {
    by: housing,
    firstName: 'Ana',
    lastName: 'Reyes',
    birthDate: '1990-10-19',
    phoneNumber: '+17165550121',
    language: 'es',
    consent: {},
  },
  ruth: {
    by: housing,
    firstName: 'Ruth',
    lastName: 'Bellamy',
    birthDate: '1949-02-25',
    phoneNumber: '+17165550190',
    language: 'en',
    consent: {},
  },
  omar: {
    by: housing,
    firstName: 'Omar',
    lastName: 'Haddad',
    birthDate: '1983-11-03',
    phoneNumber: '+17165550166',
    language: 'ar',
    consent: {},
  },
}

type Who = 'maria' | 'sam' | 'lee'
export interface DemoStory {
  person: string
  /** others of their household */
  alsoFor?: string[]
  by: Who
  to: string
  service?: string
  need: Need
  urgency?: 'routine' | 'urgent' | 'asap'
  note: string
  /** action, actor, how many hours ago, with the reason, outcome or note */
  steps: [
    ReferralAction,
    Who | 'system',
    number,
    { reason?: string; outcome?: string; note?: string; reviewInDays?: number }?,
  ][]
  messages?: [Who, number, string][]
  /** the story that this one continues */
  after?: { story: string; relation: 'forward' | 'reopen' }
}

/** One realistic referral for each state. */
export const demoStories: Record<string, DemoStory> = {
  sent: {
    person: 'ana',
    by: 'lee',
    to: foodBank,
    service: 'Home Food Boxes',
    need: 'food-insecurity',
    urgency: 'urgent',
    note: 'Ana broke her leg and cannot carry groceries up three floors. She prefers texts, in Spanish.',
    steps: [
      ['draft', 'lee', 75],
      ['send', 'lee', 74],
    ],
  },
  review: {
    person: 'omar',
    by: 'lee',
    to: foodBank,
    service: 'Weekly Food Pantry',
    need: 'food-insecurity',
    note: 'Moved in last week with two children. The kitchen works now.',
    steps: [
      ['draft', 'lee', 30],
      ['send', 'lee', 30],
      ['view', 'sam', 27],
    ],
    messages: [['lee', 3, 'Is there a diabetic option in the boxes?']],
  },
  held: {
    person: 'ruth',
    by: 'lee',
    to: foodBank,
    service: 'Home Food Boxes',
    need: 'food-insecurity',
    note: 'Ruth lives alone and does not drive any more.',
    steps: [
      ['draft', 'lee', 150],
      ['send', 'lee', 150],
      ['view', 'maria', 146],
      ['accept', 'maria', 146],
      ['hold', 'maria', 70, { reason: 'In hospital until the end of the week', reviewInDays: 0 }],
    ],
  },
  accepted: {
    person: 'noor',
    by: 'maria',
    to: housing,
    service: 'Family Shelter',
    need: 'homelessness',
    urgency: 'asap',
    note: 'Noor and her two children must leave on Friday. She prefers texts, Arabic or English.',
    steps: [
      ['draft', 'maria', 3],
      ['send', 'maria', 3],
      ['view', 'lee', 2.7],
      ['accept', 'lee', 0.4],
    ],
    messages: [['lee', 0.4, 'We have a family room from Thursday. Can she come at 10 with ID?']],
  },
  declined: {
    person: 'peter',
    by: 'maria',
    to: housing,
    service: 'Emergency Rent Help',
    need: 'housing-instability',
    note: 'Two months behind after a layoff; the court date is on the 12th.',
    steps: [
      ['draft', 'maria', 52],
      ['send', 'maria', 52],
      ['view', 'lee', 49],
      [
        'decline',
        'lee',
        25,
        { reason: 'no capacity', note: "This month's fund is spent. Please try again on the 1st." },
      ],
    ],
  },
  resolved: {
    person: 'sofia',
    by: 'sam',
    to: housing,
    service: 'Housing Counseling',
    need: 'housing-instability',
    note: 'Wants to understand her lease before she signs.',
    steps: [
      ['draft', 'sam', 260],
      ['send', 'sam', 260],
      ['view', 'lee', 258],
      ['accept', 'lee', 250],
      ['start', 'lee', 240],
      [
        'closeResolved',
        'lee',
        96,
        { outcome: 'got help', note: 'We read the lease together and had two clauses changed.' },
      ],
    ],
  },
  unresolved: {
    person: 'james',
    by: 'maria',
    to: housing,
    service: 'Apartment Search',
    need: 'inadequate-housing',
    note: 'The stairs have become too much. Looks for a ground floor.',
    steps: [
      ['draft', 'maria', 500],
      ['send', 'maria', 500],
      ['view', 'lee', 480],
      ['accept', 'lee', 478],
      ['start', 'lee', 470],
      ['closeUnresolved', 'lee', 300, { reason: 'could not contact' }],
    ],
  },
  progress: {
    person: 'robin',
    by: 'maria',
    to: housing,
    service: 'Heating and Electric Bill Help',
    need: 'utility-insecurity',
    note: 'Has a shut-off notice for the end of the month.',
    steps: [
      ['draft', 'maria', 100],
      ['send', 'maria', 100],
      ['view', 'lee', 97],
      ['accept', 'lee', 97],
      ['start', 'lee', 72],
    ],
    messages: [
      ['maria', 71, 'Robin can bring the papers any morning.'],
      ['lee', 70, 'Tomorrow at nine is good. Thank you.'],
    ],
  },
  draft: {
    person: 'amara',
    by: 'maria',
    to: housing,
    service: 'Emergency Rent Help',
    need: 'housing-instability',
    note: 'Waiting for her consent form.',
    steps: [['draft', 'maria', 5]],
  },
  recalled: {
    person: 'james',
    by: 'sam',
    to: housing,
    service: 'Family Shelter',
    need: 'homelessness',
    note: 'Sent to the wrong service.',
    steps: [
      ['draft', 'sam', 520],
      ['send', 'sam', 520],
      ['recall', 'sam', 519, { reason: 'Sent to the wrong service' }],
    ],
  },
  forwarded: {
    person: 'sofia',
    by: 'maria',
    to: housing,
    service: 'Housing Counseling',
    need: 'housing-instability',
    note: 'Her landlord has filed for eviction.',
    steps: [
      ['draft', 'maria', 60],
      ['send', 'maria', 60],
      ['view', 'lee', 58],
      ['forward', 'lee', 57, { note: 'She needs a lawyer first.' }],
    ],
  },
  child: {
    person: 'sofia',
    by: 'maria',
    to: 'Cedar Legal Aid Center',
    service: 'Eviction Defense',
    need: 'housing-instability',
    note: 'Her landlord has filed for eviction.',
    steps: [['send', 'lee', 57, { note: 'She needs a lawyer first.' }]],
    after: { story: 'forwarded', relation: 'forward' },
  },
  expired: {
    person: 'peter',
    by: 'maria',
    to: 'Cedar Works Career Center',
    service: 'Job Search Help',
    need: 'employment-status',
    note: 'Thirty years as a machinist.',
    steps: [
      ['draft', 'maria', 400],
      ['send', 'maria', 400],
      ['expire', 'system', 40],
    ],
  },
  error: {
    person: 'li',
    by: 'maria',
    to: housing,
    need: 'sdoh-category-unspecified',
    note: 'Made for the wrong person.',
    steps: [
      ['draft', 'maria', 610],
      ['send', 'maria', 610],
      ['markError', 'maria', 609, { reason: 'Made for the wrong person' }],
    ],
  },
}
