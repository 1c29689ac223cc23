import { HIGH, type SupportRequestRow, type SupportRequestStatus } from '../support-request.ts'
import { drawSavingForever } from './demo-screenshot.ts'

export const demoPeople = {
  maria: 'maria@foodbank.demo.hearthline.test',
  sam: 'sam@foodbank.demo.hearthline.test',
  lee: 'lee@housing.demo.hearthline.test',
  robin: 'robin@member.demo.hearthline.test',
  sofia: 'support@demo.hearthline.test',
}
type Person = keyof typeof demoPeople

export interface DemoTicket {
  by: Person
  hoursAgo: number
  type: SupportRequestRow['supportRequestType']
  priority: SupportRequestRow['priority']
  description: string
  wantsMail?: boolean
  /** a screenshot, as PNG */
  screenshot?: { fileName: string; draw: () => Promise<Buffer> }
  /** what happened later, in order */
  after?: { by: Person; hoursAgo: number; status?: SupportRequestStatus; note?: string; isInternal?: true }[]
}

/** Fictional tickets, oldest first. */
export const demoTickets: DemoTicket[] = [
  {
    by: 'lee',
    hoursAgo: 1010,
    type: 'Feature Request',
    priority: 'Low',
    description:
      'Could the list of services be printed with the phone number in large type? Many of our visitors take it home on paper.',
    wantsMail: true,
    after: [
      { by: 'sofia', hoursAgo: 985, status: 'Viewed' },
      {
        by: 'sofia',
        hoursAgo: 984.5,
        note: 'The same wish came by telephone twice. The library’s printer takes A5 only, so try that size too.',
        isInternal: true,
      },
      {
        by: 'sofia',
        hoursAgo: 984,
        status: 'Added to Backlog',
        note: 'Thank you, two other agencies asked for the same. It is planned for the next round of changes to the directory.',
      },
    ],
  },
  {
    by: 'sam',
    hoursAgo: 672,
    type: 'Page Loading Errors',
    priority: 'Medium',
    description: 'On the old laptop at our front desk the directory stays empty. On my phone it works.',
    after: [
      {
        by: 'sofia',
        hoursAgo: 660,
        status: 'Viewed',
        note: 'Which browser is on that laptop? You find it under Help, then About.',
      },
      {
        by: 'sam',
        hoursAgo: 652,
        note: 'It is a version from three years ago. After an update the directory is there. Thanks!',
      },
      { by: 'sofia', hoursAgo: 650, status: 'Closed' },
    ],
  },
  {
    by: 'maria',
    hoursAgo: 410,
    type: 'User Experience',
    priority: 'Low',
    description:
      'New volunteers look for Decline under the three dots and do not find it. Maybe the button could stand beside Accept.',
    after: [{ by: 'sofia', hoursAgo: 396, status: 'Fix Pending', note: 'Good point. The change is being tested.' }],
  },
  {
    by: 'robin',
    hoursAgo: 218,
    type: 'Accessibility',
    priority: 'Medium',
    description:
      'My screen reader says only "button" for the picture of a bell. I would like to know what it does before I press it.',
    wantsMail: true,
    after: [{ by: 'sofia', hoursAgo: 200, status: 'Viewed' }],
  },
  {
    by: 'lee',
    hoursAgo: 74,
    type: 'Other',
    priority: 'Low',
    description: 'How do we add a second office to our profile? It opens in January on the other side of the river.',
    after: [
      {
        by: 'sofia',
        hoursAgo: 70,
        status: 'Closed',
        note: 'Under your organization, choose Locations and then Add. People see it in the directory at once.',
      },
    ],
  },
  {
    by: 'sam',
    hoursAgo: 27,
    type: 'Bug',
    priority: 'Medium',
    description:
      'A referral that I accepted this morning is still counted as waiting on the home screen. After signing out and in again the count is right.',
    wantsMail: true,
    after: [
      {
        by: 'sofia',
        hoursAgo: 22,
        status: 'Viewed',
        note: 'We can see it too, when two tabs are open. Does it also happen to you with only one tab?',
      },
    ],
  },
  {
    by: 'maria',
    hoursAgo: 3,
    type: 'Bug',
    priority: HIGH,
    description:
      'Since today nobody at our food bank can send a referral. The button turns for a minute, then nothing happens. We write on paper until it works.',
    wantsMail: true,
    screenshot: { fileName: 'referral-keeps-sending.png', draw: drawSavingForever },
  },
]
