/** The values of the recipient that a message can contain, with their titles. Subjects have the names in braces. */
export const messageValues: Readonly<Record<string, string>> = {
  firstName: 'First name',
  name: 'Name',
  business: 'Business name',
  reference: 'Application reference',
  position: 'Position on the list',
  referrals: 'Number of people referred',
}
