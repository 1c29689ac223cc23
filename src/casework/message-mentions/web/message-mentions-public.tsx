/** What messages show of mentions. */
export { MentionedText } from './mentioned-text.tsx'
export { MessageText } from './message-text.tsx'
