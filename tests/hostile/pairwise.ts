/**
 * Which of the two hosts (0 or 1) meets a value of one dimension together with a value of another. Hosts alternate from value to
 * value in both, so every two values of any two of the three dimensions meet: each pair of the first two on one host, and each
 * value of either on both hosts, where the other has two values or more.
 */
export function isMetOn(host: number, one: number, other: number): boolean {
  return (one + other + host) % 2 === 0;
}
