let position: string | null = null

/** Records the position in the live events of the first response, before which everything on the screen was read. */
export function noteStart(answered: string | null) {
  position ??= answered
}

/** Records how far the live events have been received. */
export function noteReceived(id: string) {
  if (id) position = id
}

/** Where the next stream of live events begins; null if nothing has been read yet. */
export const nextPosition = () => position
