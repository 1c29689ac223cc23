interface Made {
  createdOn: string
  withdrawnOn: string | null
}

/** Whether no newer link of its list replaces it for the person: then it says what to do if it did not arrive. */
export const isNewestLink = (link: Made, links: readonly Made[]) =>
  !links.some(({ createdOn, withdrawnOn }) => !withdrawnOn && createdOn > link.createdOn)
