import { type LoaderFunctionArgs, redirect } from 'react-router'
import { api } from '#platform/web/api.ts'
import { currentUser } from '#platform/web/guards.ts'
import type { SupportRequestPage } from '../support-request-call.ts'

const NONE = '00000000-0000-0000-0000-000000000000'

/** A ticket's address by its number, for links in other places: it opens the ticket over the list. */
export async function loader({ params: { ticketNumber = '' } }: LoaderFunctionArgs) {
  await currentUser()
  const { items } = await api.get<SupportRequestPage>('/api/supportPortal/supportRequest/', {
    quiet: true,
    query: { ticketNumber, limit: 50 },
  })
  const asked = ticketNumber.toUpperCase()
  const ticket = items.find((one) => one.ticketNumber === asked)
  // Of a ticket that is not there, or not for this reader, the ticket's dialog says so.
  throw redirect(`/support/helpDesk?view=${ticket?.id ?? NONE}`)
}

/** Never drawn: the loader leads on. */
export const Screen = () => null
