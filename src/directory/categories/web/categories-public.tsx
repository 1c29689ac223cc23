/** What other screens of data managers use of the categories. */
export { AddWordDialog } from './add-word-dialog.tsx'
