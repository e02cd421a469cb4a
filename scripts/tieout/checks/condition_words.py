"""Words by which a reader is told of a condition, by its key; any other key by its label."""

from __future__ import annotations

#: Stems, so that plurals and other forms count; case does not matter.
WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "gpu": {
        "en": ("GB300", "GB200", "B300", "H200", "MI355X", "hardware", "generation", "engine"),
        "zh-TW": ("GB300", "GB200", "B300", "H200", "MI355X", "硬體", "世代", "一代", "引擎"),
    },
    "gpus": {"en": ("GPU",), "zh-TW": ("GPU", "群組")},
    "path": {
        "en": ("path", "stock", "specialized", "kernel", "software"),
        "zh-TW": ("路徑", "原版", "專用", "核心", "軟體"),
    },
    "speculation": {
        "en": ("speculat", "DSpark", "draft", "plain", "pure decode"),
        "zh-TW": ("推測", "DSpark", "草稿", "純解碼", "一般"),
    },
    "draft_tokens": {"en": ("draft", "DSpark"), "zh-TW": ("草稿", "DSpark")},
    "acceptance": {"en": ("accept", "forced length"), "zh-TW": ("接受", "強制")},
    "acceptance_kind": {"en": ("forced", "measured", "accept"), "zh-TW": ("強制", "實測", "接受")},
    "bonus_token": {"en": ("accept", "bonus", "DSpark"), "zh-TW": ("接受", "額外", "DSpark")},
    "batch": {
        "en": ("batch", "request", "client", "concurren"),
        "zh-TW": ("批次", "請求", "用戶端", "並行"),
    },
    "input_tokens": {
        "en": ("input", "prompt", "context", "tokens"),
        "zh-TW": ("輸入", "提示詞", "脈絡", "token"),
    },
    "output_tokens": {
        "en": ("output", "answer", "prompt", "tokens"),
        "zh-TW": ("輸出", "回覆", "提示詞", "token"),
    },
    "workload": {
        "en": ("input", "prompt", "session", "random", "AgentX", "SPEED-Bench", "workload"),
        "zh-TW": ("輸入", "提示詞", "工作階段", "隨機", "AgentX", "SPEED-Bench", "工作負載"),
    },
    "statistic": {
        "en": ("P90", "interactivity", "median", "mean", "average", "statistic", "AgentX"),
        "zh-TW": ("P90", "互動速度", "中位數", "平均", "統計", "AgentX"),
    },
    "per": {
        "en": ("per user", "per GPU", "each request", "GPU group", "whole group", "per system"),
        "zh-TW": ("每位使用者", "每張 GPU", "每個請求", "整組", "每位", "總和"),
    },
}
#: A condition that follows from another: whoever is told of the latter is told of the former.
FOLLOWS = {
    "draft_tokens": ("speculation",),
    "acceptance": ("speculation",),
    "acceptance_kind": ("speculation", "acceptance"),
    "bonus_token": ("speculation", "acceptance"),
    "input_tokens": ("workload",),
    "output_tokens": ("workload", "input_tokens"),
}
#: Conditions told only by their numbers: that GPUs were used says nothing of how many.
COUNTED = ("gpus", "batch")
#: Units of facts that state a condition which is a number.
UNITS = {
    "gpus": ("GPUs",),
    "batch": ("requests", "users"),
    "draft_tokens": ("tokens", "tokens per step"),
    "acceptance": ("tokens per step",),
    "input_tokens": ("tokens",),
    "output_tokens": ("tokens",),
}
