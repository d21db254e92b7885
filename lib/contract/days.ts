export const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
