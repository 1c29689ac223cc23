import { MessagePage, type MessagePageProps } from '#ui/message-page.tsx'
import { useScreenTitle } from './screen-title.ts'

/** A page with one message, which is also the tab's title. */
export function MessageScreen(props: MessagePageProps) {
  useScreenTitle(props.title)
  return <MessagePage {...props} />
}
