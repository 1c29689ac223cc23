import { MessagePage, type MessagePageProps } from '#ui/message-page.tsx'
import { useScreenTitle } from './screen-title.ts'

/** A page with one message that the tab is named after. */
export function MessageScreen(props: MessagePageProps) {
  useScreenTitle(props.title)
  return <MessagePage {...props} />
}
